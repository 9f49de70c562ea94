/**
 * Frees the memory of a buffer or another array that nothing uses any more; no part of it may be read afterwards. The garbage collector would
 * free it too, but runs the more often the more of such memory there is. Memory that small buffers share is left to it: none of them has half
 * of it (`Buffer.poolSize`).
 */
export function free({ buffer, byteLength }: NodeJS.TypedArray<ArrayBuffer>): void {
  if (2 * byteLength >= buffer.byteLength) buffer.transfer(0)
}
