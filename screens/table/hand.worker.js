// Keeps what the page of a hand is made of, so that it opens without a network. Answers come from the table while
// it is reached, so that an update is seen at once; nothing that was photographed or asked is kept.

const SHELF = "jantaku-hand";

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));

/** The page says what it has loaded. */
addEventListener("message", (event) => event.waitUntil(keep(event.data.keep)));

async function keep(urls) {
  const shelf = await caches.open(SHELF);
  await Promise.all(urls.map((url) => shelf.add(url).catch(() => {})));
}

async function answered(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match(request, { ignoreSearch: true });
    if (kept) return kept;
    throw error;
  }
}

addEventListener("fetch", (event) => {
  if (event.request.method === "GET") event.respondWith(answered(event.request));
});
