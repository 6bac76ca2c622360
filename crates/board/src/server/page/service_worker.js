// @ts-check
// Keeps the files of the page in the browser, so that it works without a network after the first visit. The version and the
// files are set when the page is exported.

const worker = /** @type {any} */ (self);

/** Other pages of the same web server have caches, too. */
const PREFIX = `baccarat ${worker.registration.scope} `;
const VERSION = `${PREFIX}{version}`;
/** @type {string[]} */
const FILES = [/* files */];

/** The folder of Yosys, which stays the same in other versions of the page. */
const YOSYS = "{yosys}/";

/** The folder of folders that are named after their contents. */
const CONSTANT = "files/";

/** The address below the page. @param {string} url */
const path = (url) => url.slice(worker.registration.scope.length);

worker.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(caches.open(VERSION).then((cache) => cache.addAll(["./", ...FILES])));
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  event.waitUntil(removeOlder().then(() => worker.clients.claim()));
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { method, url } = event.request;
  if (method === "GET" && url.startsWith(worker.registration.scope)) event.respondWith(answer(event));
});

// The page sends the addresses of what it has loaded beside its files, maybe before this worker has seen its requests.
worker.addEventListener("message", (/** @type {any} */ event) => event.waitUntil(keep(event.data)));

/** @param {string[]} urls */
async function keep(urls) {
  const cache = await caches.open(VERSION);
  for (const url of urls) if (!await cache.match(url)) await cache.add(url);
}

/**
 * What never changes comes from the browser, the page from the web server if there is a network.
 * @param {any} event
 */
async function answer(event) {
  const { request } = event;
  const cache = await caches.open(VERSION);
  const isConstant = path(request.url).startsWith(CONSTANT);
  const kept = await cache.match(request);
  if (isConstant && kept) return kept;
  try {
    const response = await fetch(request);
    const isWhole = response.status === 200;
    // Without room for it, the page works with a network only.
    if (isWhole) event.waitUntil(cache.put(request, response.clone()).catch((error) => console.warn(error)));
    return response;
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}

/** Takes over Yosys, and removes what earlier versions have kept. */
async function removeOlder() {
  const cache = await caches.open(VERSION);
  for (const name of await caches.keys()) {
    if (name === VERSION || !name.startsWith(PREFIX)) continue;
    const older = await caches.open(name);
    for (const request of await older.keys()) {
      const response = await older.match(request);
      if (response && path(request.url).startsWith(YOSYS) && !await cache.match(request)) await cache.put(request, response);
    }
    await caches.delete(name);
  }
}
