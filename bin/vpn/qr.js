import { renderUnicodeCompact } from 'uqr'

/** Black and bright white, so that the code has dark modules on a light ground in every terminal. */
const COLORS = '\x1b[40;97m'
const RESET = '\x1b[0m'

/**
 * A QR code as lines of text, two rows of modules in each. Error correction is the lowest, which keeps the code small: a terminal
 * has no scratches.
 *
 * @param {string} text
 * @param {{ colored: boolean }} options
 * @returns {string}
 */
export function renderQr(text, { colored }) {
  const lines = renderUnicodeCompact(text, { ecc: 'L', border: 2 }).split('\n')
  return lines.map((line) => (colored ? `${COLORS}${line}${RESET}` : line)).join('\n')
}
