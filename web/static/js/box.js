/** One box file, edited in a form or as text. */

import { post } from "./api.js";
import { ask, askWords } from "./dialog.js";
import { fill, h } from "./element.js";
import { enterGoesDown } from "./field.js";
import { drawForm } from "./form.js";
import { goTo, listMistakes, showMistakes } from "./mistakes.js";
import { said, word } from "./words.js";

/** The editor in `place`; `kept` hears when a box was written, `tell` says what is refused. */
export class BoxEditor {
  constructor(place, kept, tell) {
    Object.assign(this, { place, kept, tell, name: null, dirty: false });
    const part = (name) => place.querySelector(`[data-part="${name}"]`);
    Object.assign(this, { title: part("title"), sample: part("sample"), notes: part("notes"), list: part("mistakes"),
      naming: part("naming"), field: part("name"), tabs: part("tabs"), form: part("form"), text: part("text"),
      lines: part("lines"), play: part("play"), own: part("own"), done: part("done") });
    for (const tab of this.tabs.children) tab.addEventListener("click", () => this.show(tab.dataset.view));
    part("save").addEventListener("click", () => this.save());
    part("rename").addEventListener("click", () => this.rename());
    part("delete").addEventListener("click", () => this.remove());
    this.form.addEventListener("submit", (event) => event.preventDefault());
    enterGoesDown(this.form);
    const area = this.text.querySelector("textarea");
    area.addEventListener("input", () => { this.changed(); this.number(); });
    area.addEventListener("scroll", () => { this.lines.scrollTop = area.scrollTop; });
    this.area = area;
    addEventListener("beforeunload", (event) => { if (this.dirty) event.preventDefault(); });
  }

  /** Shows a box file as `/api/boxes/NAME` tells it. */
  open(box) {
    Object.assign(this, { box, name: box.name, content: structuredClone(box.content), dirty: false });
    this.title.textContent = box.sample ? word("boxes_sample_of", { name: box.name.split(".")[0] }) : box.name;
    this.sample.hidden = !box.sample;
    this.naming.hidden = Boolean(box.was);
    this.field.value = box.sample ? "" : box.name;
    this.play.hidden = this.own.hidden = box.sample || !box.was;
    this.play.href = `/setup?${new URLSearchParams({ game: box.game ?? "", box: box.name })}`;
    fill(this.notes, box.notes.map((note) => h("li", {}, said(note.text))));
    this.area.value = box.text;
    this.number();
    fill(this.form, box.content ? drawForm(box.form, this.content, { changed: () => this.changed() }) : []);
    this.tabs.hidden = !(box.form.length && box.content);
    this.show(this.tabs.hidden ? "text" : "form");
    this.judge(box.mistakes);
    this.done.textContent = "";
    this.tell("");
  }

  show(view) {
    this.view = view;
    this.form.hidden = view !== "form";
    this.text.hidden = view !== "text";
    for (const tab of this.tabs.children) tab.setAttribute("aria-pressed", String(tab.dataset.view === view));
    for (const tab of this.tabs.children) tab.disabled = this.dirty && tab.dataset.view !== view;
  }

  changed() {
    this.dirty = true;
    this.done.textContent = word("boxes_unsaved");
    this.show(this.view);
  }

  number() {
    this.lines.textContent = this.area.value.split("\n").map((_, i) => i + 1).join("\n");
  }

  judge(mistakes) {
    showMistakes(this.form, mistakes);
    listMistakes(this.list, mistakes, (mistake) => this.go(mistake));
  }

  go(mistake) {
    if (mistake.where === "name") return this.field.focus();
    if (this.view === "form" && goTo(this.form, mistake)) return;
    if (mistake.line) this.goToLine(mistake.line);
  }

  goToLine(line) {
    if (this.dirty && this.view !== "text") return;
    this.show("text");
    const rows = this.area.value.split("\n");
    const from = rows.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
    this.area.focus();
    this.area.setSelectionRange(from, from + rows[line - 1].length);
    this.area.scrollTop = (line - 4) * parseFloat(getComputedStyle(this.area).lineHeight);
  }

  async save() {
    const { box, view } = this;
    const name = this.naming.hidden ? box.name : this.field.value;
    const what = view === "form" ? { content: this.content } : { text: this.area.value };
    try {
      const kept = await post("/api/boxes/keep", { name, was: box.was, ...what });
      this.open(kept);
      await this.kept();
      this.done.textContent = word(box.was ? "boxes_saved" : "boxes_saved_new", { name: kept.name });
      history.replaceState(null, "", `#${encodeURIComponent(kept.name)}`);
      dispatchEvent(new HashChangeEvent("hashchange"));
    } catch (error) {
      this.refused(error);
    }
  }

  /** Another name for the file; what is not saved yet stays as it is typed. */
  rename() {
    askWords({ title: word("boxes_rename"), label: word("boxes_name"), yes: word("boxes_rename"), value: this.name }, async (to) => {
      const { name, was } = await post("/api/boxes/rename", { name: this.name, was: this.box.was, to });
      Object.assign(this.box, { name, was });
      this.title.textContent = this.field.value = this.name = name;
      this.play.href = `/setup?${new URLSearchParams({ game: this.box.game ?? "", box: name })}`;
      await this.kept();
      history.replaceState(null, "", `#${encodeURIComponent(name)}`);
      dispatchEvent(new HashChangeEvent("hashchange"));
    });
  }

  async remove() {
    const { name, was } = this.box;
    if (!(await ask(word("boxes_delete"), word("boxes_delete_why", { name }), word("boxes_delete"), true))) return;
    try {
      await post("/api/boxes/delete", { name, was });
    } catch (error) {
      return this.refused(error);
    }
    Object.assign(this, { name: null, dirty: false });
    location.hash = "";
    await this.kept();
  }

  refused(error) {
    this.judge(error.mistakes ?? []);
    if (error.mistakes?.length) this.go(error.mistakes[0]);
    this.tell(error instanceof TypeError ? word("no_line") : error.mistakes ? "" : error.text ? said(error.text) : error.message);
    this.done.textContent = word("boxes_not_saved");
  }
}
