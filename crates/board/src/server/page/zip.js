// @ts-check
// Archives in the format ZIP: reads those with files that are stored or deflated, and writes those with stored ones.

/** The signatures of the parts of an archive. */
const [LOCAL, CENTRAL, END] = [0x04034b50, 0x02014b50, 0x06054b50];
/** The bytes of these parts before names. */
const [LOCAL_LENGTH, CENTRAL_LENGTH, END_LENGTH] = [30, 46, 22];
/** The longest comment at the end of an archive. */
const COMMENT = 65535;
const [STORED, DEFLATED] = [0, 8];
/** The flags of encrypted files, and of names in UTF-8. */
const [ENCRYPTED, UTF8] = [1, 0x800];
/** 1980-01-01, the earliest date that the format has. */
const DATE = 0x21;

/**
 * Returns the files of an archive, without folders.
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {number} limit the largest size of all files together, in bytes
 * @param {(path: string) => boolean} isWanted
 * @returns {Promise<Map<string, Uint8Array<ArrayBuffer>>>}
 */
export async function unzip(bytes, limit, isWanted) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const broken = () => new Error("the archive is not a complete .zip file");
  let end = bytes.length - END_LENGTH;
  while (end >= 0 && view.getUint32(end, true) !== END && end > bytes.length - END_LENGTH - COMMENT) end -= 1;
  if (end < 0 || view.getUint32(end, true) !== END) throw broken();
  const files = new Map();
  let entry = view.getUint32(end + 16, true);
  let size = 0;
  for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
    if (entry + CENTRAL_LENGTH > bytes.length || view.getUint32(entry, true) !== CENTRAL) throw broken();
    const [flags, method, length] = [view.getUint16(entry + 8, true), view.getUint16(entry + 10, true), view.getUint32(entry + 20, true)];
    const nameLength = view.getUint16(entry + 28, true);
    const name = new TextDecoder().decode(bytes.subarray(entry + CENTRAL_LENGTH, entry + CENTRAL_LENGTH + nameLength)).replaceAll("\\", "/");
    const local = view.getUint32(entry + 42, true);
    entry += CENTRAL_LENGTH + nameLength + view.getUint16(entry + 30, true) + view.getUint16(entry + 32, true);
    if (name.endsWith("/") || !isWanted(name)) continue;
    if (flags & ENCRYPTED) throw new Error(`${name} is encrypted in the archive`);
    if (local + LOCAL_LENGTH > bytes.length || view.getUint32(local, true) !== LOCAL) throw broken();
    const start = local + LOCAL_LENGTH + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    const contents = bytes.subarray(start, start + length);
    // The sizes in the archive may be wrong.
    if (method === STORED) files.set(name, contents.slice());
    else if (method === DEFLATED) files.set(name, await transformed(contents, new DecompressionStream("deflate-raw"), limit));
    else throw new Error(`${name} is compressed in the archive by another method than Deflate`);
    size += files.get(name).length;
    if (size > limit) throw new Error(`the files in the archive are larger than ${limit >> 20} MiB together`);
  }
  return files;
}

/**
 * Returns an archive with these files.
 * @param {Map<string, Uint8Array<ArrayBuffer>>} files
 */
export function zip(files) {
  /** @type {BlobPart[]} */
  const contents = [];
  /** @type {BlobPart[]} */
  const directory = [];
  let [offset, directoryLength] = [0, 0];
  for (const [path, bytes] of files) {
    const name = new TextEncoder().encode(path);
    const checksum = crc32(bytes);
    // What both headers have, from the version that is needed to the length of the name.
    const common = (/** @type {DataView} */ view, /** @type {number} */ at) => {
      view.setUint16(at, 20, true);
      view.setUint16(at + 2, UTF8, true);
      view.setUint16(at + 8, DATE, true);
      view.setUint16(at + 6, 0, true);
      view.setUint32(at + 10, checksum, true);
      view.setUint32(at + 14, bytes.length, true);
      view.setUint32(at + 18, bytes.length, true);
      view.setUint16(at + 22, name.length, true);
    };
    const local = new DataView(new ArrayBuffer(LOCAL_LENGTH));
    local.setUint32(0, LOCAL, true);
    common(local, 4);
    const central = new DataView(new ArrayBuffer(CENTRAL_LENGTH));
    central.setUint32(0, CENTRAL, true);
    central.setUint16(4, 20, true);
    common(central, 6);
    central.setUint32(42, offset, true);
    contents.push(local.buffer, name, bytes);
    directory.push(central.buffer, name);
    offset += LOCAL_LENGTH + name.length + bytes.length;
    directoryLength += CENTRAL_LENGTH + name.length;
  }
  const end = new DataView(new ArrayBuffer(END_LENGTH));
  end.setUint32(0, END, true);
  end.setUint16(8, files.size, true);
  end.setUint16(10, files.size, true);
  end.setUint32(12, directoryLength, true);
  end.setUint32(16, offset, true);
  return new Blob([...contents, ...directory, end.buffer], { type: "application/zip" });
}

/**
 * Passes bytes through a stream that compresses or decompresses them.
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {CompressionStream | DecompressionStream} stream
 * @param {number} limit the largest size of the result, in bytes
 */
export async function transformed(bytes, stream, limit) {
  const reader = new Blob([bytes]).stream().pipeThrough(/** @type {ReadableWritablePair<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>} */ (stream)).getReader();
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const parts = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
    length += value.length;
    if (length > limit) throw new Error(`it is larger than ${limit >> 20} MiB`);
    parts.push(value);
  }
}

/** The checksums of all bytes by themselves. */
const CHECKSUMS = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  return sum;
});

/** @param {Uint8Array} bytes */
function crc32(bytes) {
  let sum = ~0;
  for (const byte of bytes) sum = CHECKSUMS[(sum ^ byte) & 255] ^ (sum >>> 8);
  return ~sum >>> 0;
}
