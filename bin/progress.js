/** Prints the current step. */
export const say = (text) => process.stdout.write(`  ${text}\n`)

/** Ends the process with one line: the error and what to do. Prints no stack trace. */
export function giveUp(text) {
  process.stderr.write(`sallyport: ${text}\n`)
  process.exit(1)
}
