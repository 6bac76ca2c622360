// @ts-check
// The colours of SystemVerilog: a text behind the editor, whose own text is transparent then.

import { byId } from "./elements.js";

/** Longer texts have no colours: each change would take too long. */
const LONGEST = 60_000;

/** The names of the highlights in the style sheet, in the order of the groups of `TOKEN`. */
const KINDS = ["comment", "string", "directive", "number", "keyword"];

const KEYWORDS = new Set((
  "always always_comb always_ff always_latch and assert assign assume automatic begin bit buf byte case casex casez const cover default " +
  "defparam do else end endcase endfunction endgenerate endinterface endmodule endpackage endproperty endtask enum export final for " +
  "foreach forever function generate genvar if iff import initial inout input inside int integer interface localparam logic longint " +
  "modport module nand negedge nor not or output package packed parameter posedge priority property reg repeat return shortint signed " +
  "specify specparam static string struct supply0 supply1 task time tri tri0 tri1 type typedef union unique unsigned var void wait wand " +
  "while wire wor xnor xor"
).split(" "));

const TOKEN = /(\/\/.*|\/\*[^]*?(?:\*\/|$))|("(?:[^"\\\n]|\\.)*"?)|(`\w+)|(\b\d[\d_]*(?:\s*'s?[bodh][\w?]+|\.[\d_]+)?|'s?[bodh][\da-fxz_?]+|'[01xz]\b)|([a-z_$][\w$]*)/gi;

export class SourceColours {
  #behind = byId("editor-colours");
  /** The ranges of each kind; none if the browser cannot colour text without elements. */
  #highlights = "highlights" in CSS ? KINDS.map((kind) => {
    const highlight = new Highlight();
    CSS.highlights.set(`source-${kind}`, highlight);
    return highlight;
  }) : undefined;

  /**
   * Colours a text.
   * @param {string} source
   * @returns {boolean} whether it has colours
   */
  show(source) {
    const hasColours = this.#highlights !== undefined && source.length <= LONGEST;
    // The last line is as high as in the editor, even if it is empty.
    const text = new Text(hasColours ? `${source}\n` : "");
    this.#behind.replaceChildren(text);
    for (const highlight of this.#highlights ?? []) highlight.clear();
    if (!hasColours) return false;
    for (const match of source.matchAll(TOKEN)) {
      const kind = match.slice(1).findIndex((group) => group !== undefined);
      if (KINDS[kind] === "keyword" && !KEYWORDS.has(match[0])) continue;
      const [startOffset, endOffset] = [match.index, match.index + match[0].length];
      this.#highlights?.[kind].add(new StaticRange({ startContainer: text, startOffset, endContainer: text, endOffset }));
    }
    return true;
  }

  /** @param {HTMLElement} area the editor */
  scroll({ scrollTop, scrollLeft }) {
    Object.assign(this.#behind, { scrollTop, scrollLeft });
  }
}
