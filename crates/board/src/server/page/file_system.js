// @ts-check
// A file system in memory, as the WebAssembly System Interface (WASI, preview 1) has it. Its only folder that is open is the root.

/** @typedef {{ bytes: Uint8Array, length: number }} File the first bytes of an array that may be longer */
/** @typedef {Map<string, File | Folder>} Folder */
/** @typedef {{ node: File | Folder, position: number, appends: boolean }} Open */

const [SUCCESS, BAD_DESCRIPTOR, EXISTS, INVALID, IS_FOLDER, NO_ENTRY, NO_FOLDER, NOT_EMPTY] = [0, 8, 20, 28, 31, 44, 54, 55];
const [FOLDER, FILE] = [3, 4];

/** The descriptor of the root. Those below it are the standard input, output and error. */
const ROOT = 3;

/** The bits of the flags of path_open. */
const [CREATE, ONLY_FOLDER, ONLY_NEW, TRUNCATE] = [1, 2, 4, 8];
const APPEND = 1;

/** The bytes of an entry of fd_readdir before its name. */
const ENTRY = 24;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export class FileSystem {
  /** @type {Folder} */
  #root = new Map();

  /**
   * Writes a file, and the folders in which it is.
   * @param {string} path
   * @param {Uint8Array | string} contents
   */
  write(path, contents) {
    const names = parts(path);
    let folder = this.#root;
    for (const name of names.slice(0, -1)) {
      let next = folder.get(name);
      if (!(next instanceof Map)) folder.set(name, next = new Map());
      folder = next;
    }
    const bytes = typeof contents === "string" ? encoder.encode(contents) : contents;
    folder.set(names[names.length - 1], { bytes, length: bytes.length });
  }

  /**
   * Returns the contents of a file.
   * @param {string} path
   */
  read(path) {
    const node = nodeAt(this.#root, parts(path));
    return node && !(node instanceof Map) ? node.bytes.subarray(0, node.length) : undefined;
  }

  /**
   * Returns the functions of WASI for a program with this memory.
   * @param {() => ArrayBufferLike} memory
   */
  functions(memory) {
    const view = () => new DataView(memory());
    const bytes = (/** @type {number} */ address, /** @type {number} */ length) => new Uint8Array(memory(), address, length);
    /** @type {Map<number, Open>} */
    const open = new Map([[ROOT, { node: this.#root, position: 0, appends: false }]]);

    /** What has a path below an open folder. @param {number} descriptor @param {number} address @param {number} length */
    const find = (descriptor, address, length) => {
      const folder = open.get(descriptor)?.node;
      const path = parts(decoder.decode(bytes(address, length).slice()));
      const above = folder && nodeAt(folder, path.slice(0, -1));
      return { node: folder && nodeAt(folder, path), place: above instanceof Map && path.length > 0 ? { folder: above, name: path[path.length - 1] } : undefined };
    };
    /** @param {number} address @param {File | Folder} node */
    const describe = (address, node) => {
      bytes(address, 64).fill(0);
      view().setUint8(address + 16, node instanceof Map ? FOLDER : FILE);
      view().setBigUint64(address + 24, 1n, true);
      view().setBigUint64(address + 32, BigInt(node instanceof Map ? 0 : node.length), true);
      return SUCCESS;
    };
    /**
     * @param {number} descriptor @param {number} list @param {number} count @param {number} result
     * @param {(opened: Open, address: number, length: number) => number} transfer
     */
    const forParts = (descriptor, list, count, result, transfer) => {
      const opened = open.get(descriptor);
      if (!opened) return BAD_DESCRIPTOR;
      if (opened.node instanceof Map) return IS_FOLDER;
      let total = 0;
      for (let part = list; part < list + 8 * count; part += 8) {
        total += transfer(opened, view().getUint32(part, true), view().getUint32(part + 4, true));
      }
      view().setUint32(result, total, true);
      return SUCCESS;
    };

    return {
      /** @type {(descriptor: number, result: number) => number} */
      fd_prestat_get(descriptor, result) {
        if (descriptor !== ROOT) return BAD_DESCRIPTOR;
        view().setUint32(result, 0, true);
        view().setUint32(result + 4, 1, true);
        return SUCCESS;
      },
      /** @type {(descriptor: number, path: number, length: number) => number} */
      fd_prestat_dir_name(_descriptor, path, length) {
        bytes(path, length).set(encoder.encode("/").subarray(0, length));
        return SUCCESS;
      },
      /** @type {(descriptor: number, result: number) => number} */
      fd_fdstat_get(descriptor, result) {
        const opened = open.get(descriptor);
        if (descriptor >= ROOT && !opened) return BAD_DESCRIPTOR;
        bytes(result, 8).fill(0);
        // The standard streams are character devices.
        view().setUint8(result, !opened ? 2 : opened.node instanceof Map ? FOLDER : FILE);
        view().setBigUint64(result + 8, ~0n, true);
        view().setBigUint64(result + 16, ~0n, true);
        return SUCCESS;
      },
      fd_fdstat_set_flags: () => SUCCESS,
      /** @type {(descriptor: number, result: number) => number} */
      fd_filestat_get(descriptor, result) {
        const opened = open.get(descriptor);
        return opened ? describe(result, opened.node) : BAD_DESCRIPTOR;
      },
      /** @type {(descriptor: number, flags: number, path: number, length: number, result: number) => number} */
      path_filestat_get(descriptor, _flags, path, length, result) {
        const { node } = find(descriptor, path, length);
        return node ? describe(result, node) : NO_ENTRY;
      },
      /** @type {(descriptor: number, lookup: number, path: number, length: number, flags: number, rights: bigint, inheriting: bigint, mode: number, result: number) => number} */
      path_open(descriptor, _lookup, path, length, flags, _rights, _inheriting, mode, result) {
        let { node, place } = find(descriptor, path, length);
        if (node && flags & ONLY_NEW) return EXISTS;
        if (!node) {
          if (!place || !(flags & CREATE)) return NO_ENTRY;
          place.folder.set(place.name, node = { bytes: new Uint8Array(0), length: 0 });
        }
        if (flags & ONLY_FOLDER && !(node instanceof Map)) return NO_FOLDER;
        if (flags & TRUNCATE && !(node instanceof Map)) node.length = 0;
        let opened = ROOT + 1;
        while (open.has(opened)) opened += 1;
        open.set(opened, { node, position: 0, appends: (mode & APPEND) !== 0 });
        view().setUint32(result, opened, true);
        return SUCCESS;
      },
      /** @type {(descriptor: number, list: number, count: number, result: number) => number} */
      fd_read: (descriptor, list, count, result) => descriptor < ROOT
        ? (view().setUint32(result, 0, true), SUCCESS)
        : forParts(descriptor, list, count, result, (opened, address, length) => {
          const { bytes: contents, length: size } = /** @type {File} */ (opened.node);
          const part = contents.subarray(opened.position, Math.min(size, opened.position + length));
          bytes(address, part.length).set(part);
          opened.position += part.length;
          return part.length;
        }),
      /** @type {(descriptor: number, list: number, count: number, result: number) => number} */
      fd_write: (descriptor, list, count, result) => forParts(descriptor, list, count, result, (opened, address, length) => {
        const file = /** @type {File} */ (opened.node);
        if (opened.appends) opened.position = file.length;
        const end = opened.position + length;
        if (end > file.bytes.length) {
          const larger = new Uint8Array(Math.max(end, 2 * file.bytes.length, 4096));
          larger.set(file.bytes.subarray(0, file.length));
          file.bytes = larger;
        }
        file.bytes.fill(0, file.length, Math.max(file.length, opened.position));
        file.bytes.set(bytes(address, length), opened.position);
        file.length = Math.max(file.length, end);
        opened.position = end;
        return length;
      }),
      /** @type {(descriptor: number, offset: bigint, from: number, result: number) => number} */
      fd_seek(descriptor, offset, from, result) {
        const opened = open.get(descriptor);
        if (!opened || opened.node instanceof Map) return BAD_DESCRIPTOR;
        const position = [0, opened.position, opened.node.length][from] + Number(offset);
        if (!(position >= 0)) return INVALID;
        opened.position = position;
        view().setBigUint64(result, BigInt(position), true);
        return SUCCESS;
      },
      /** @type {(descriptor: number) => number} */
      fd_close: (descriptor) => open.delete(descriptor) || descriptor < ROOT ? SUCCESS : BAD_DESCRIPTOR,
      /** @type {(from: number, to: number) => number} */
      fd_renumber(from, to) {
        const opened = open.get(from);
        if (!opened) return BAD_DESCRIPTOR;
        open.set(to, opened);
        open.delete(from);
        return SUCCESS;
      },
      /** @type {(descriptor: number, address: number, length: number, cookie: bigint, result: number) => number} */
      fd_readdir(descriptor, address, length, cookie, result) {
        const folder = open.get(descriptor)?.node;
        if (!(folder instanceof Map)) return NO_FOLDER;
        let used = 0;
        let next = Number(cookie);
        for (const [name, node] of [...folder].slice(next)) {
          const text = encoder.encode(name);
          const entry = new Uint8Array(ENTRY + text.length);
          const header = new DataView(entry.buffer);
          header.setBigUint64(0, BigInt(next += 1), true);
          header.setUint32(16, text.length, true);
          header.setUint8(20, node instanceof Map ? FOLDER : FILE);
          entry.set(text, ENTRY);
          // An entry that is cut at the end of the buffer is asked for again.
          const part = entry.subarray(0, length - used);
          bytes(address + used, part.length).set(part);
          used += part.length;
          if (used === length) break;
        }
        view().setUint32(result, used, true);
        return SUCCESS;
      },
      /** @type {(descriptor: number, path: number, length: number) => number} */
      path_create_directory(descriptor, path, length) {
        const { node, place } = find(descriptor, path, length);
        if (node) return EXISTS;
        if (!place) return NO_ENTRY;
        place.folder.set(place.name, new Map());
        return SUCCESS;
      },
      /** @type {(descriptor: number, path: number, length: number) => number} */
      path_unlink_file(descriptor, path, length) {
        const { node, place } = find(descriptor, path, length);
        if (!node || !place) return NO_ENTRY;
        if (node instanceof Map) return IS_FOLDER;
        place.folder.delete(place.name);
        return SUCCESS;
      },
      /** @type {(descriptor: number, path: number, length: number) => number} */
      path_remove_directory(descriptor, path, length) {
        const { node, place } = find(descriptor, path, length);
        if (!node || !place) return NO_ENTRY;
        if (!(node instanceof Map)) return NO_FOLDER;
        if (node.size > 0) return NOT_EMPTY;
        place.folder.delete(place.name);
        return SUCCESS;
      },
      /** @type {(descriptor: number, from: number, fromLength: number, other: number, to: number, toLength: number) => number} */
      path_rename(descriptor, from, fromLength, other, to, toLength) {
        const [before, after] = [find(descriptor, from, fromLength), find(other, to, toLength)];
        if (!before.node || !before.place || !after.place) return NO_ENTRY;
        before.place.folder.delete(before.place.name);
        after.place.folder.set(after.place.name, before.node);
        return SUCCESS;
      },
      /** This file system has no links. */
      path_readlink: () => INVALID,
    };
  }
}

/**
 * @param {File | Folder | undefined} node where the path begins
 * @param {string[]} path
 */
function nodeAt(node, path) {
  for (const name of path) node = node instanceof Map ? node.get(name) : undefined;
  return node;
}

/**
 * The names of a path, without `.` and `..`.
 * @param {string} path
 */
function parts(path) {
  /** @type {string[]} */
  const names = [];
  for (const name of path.split("/")) {
    if (name === "..") names.pop();
    else if (name !== "" && name !== ".") names.push(name);
  }
  return names;
}
