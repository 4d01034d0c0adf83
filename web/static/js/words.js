/** The words of the pages. What a game says comes in every language already. */

const answer = await fetch(new URL("../words.json", import.meta.url));
const table = await answer.json();

export const lang = document.documentElement.lang === "de" ? "de" : "en";

const plural = new Intl.PluralRules(lang);

/** One of our own sentences, with {name} filled in; one that counts has a form for each kind of {n}. */
export function word(name, values = {}) {
  const said = table[lang][name];
  return (typeof said === "string" ? said : said[plural.select(values.n)]).replace(/\{(\w+)\}/g, (_, key) => values[key]);
}

/** One of our sentences if there is one of this name, else the name as people would write it. */
export function wordOr(name, fallback) {
  return table[lang][name] ?? fallback;
}

/** A text of the game in the language of the page. */
export function said(text) {
  return text ? text[lang] : "";
}
