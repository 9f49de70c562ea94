/** What is being done, for the person who waits. */
export const say = (text) => process.stdout.write(`  ${text}\n`)

/** The end of it: what went wrong and what to do, on one line, and no stack trace. */
export function giveUp(text) {
  process.stderr.write(`sallyport: ${text}\n`)
  process.exit(1)
}
