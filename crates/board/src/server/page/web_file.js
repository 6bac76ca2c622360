// @ts-check
// Files of the web server.

/**
 * Requests a file.
 * @param {URL | string} url
 */
export async function webFile(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`the web server answered ${response.status} for ${url}`);
  return response;
}
