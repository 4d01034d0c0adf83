/** The service worker: pages and what they are made of come from the table, and from here while the line is lost.
 *  What the table says (API, stream) is never kept here. */

const KEPT = "touchline-1";
const SHELL = ["/coach", "/static/words.json"];

addEventListener("install", (event) => event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(SHELL)).then(() => skipWaiting())));
addEventListener("activate", (event) => event.waitUntil(clients.claim()));

addEventListener("message", (event) => event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(event.data))));
addEventListener("fetch", (event) => {
  const { pathname, origin } = new URL(event.request.url);
  const shell = pathname === "/coach" || pathname === "/manifest.webmanifest" || pathname.startsWith("/static/");
  if (event.request.method === "GET" && origin === location.origin && shell) event.respondWith(fromTable(event.request));
});

async function fromTable(request) {
  const cache = await caches.open(KEPT);
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put(request, answer.clone());
    return answer;
  } catch (error) {
    const kept = await cache.match(request, { ignoreSearch: true });
    if (kept) return kept;
    throw error;
  }
}
