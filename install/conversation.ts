import { createInterface } from 'node:readline/promises'

export const print = (line = ''): void => void process.stdout.write(`${line}\n`)

/** Ends a command with a message. */
export class Stop extends Error {}

/** Carries out `work`. Throws `Stop` with its reason. */
export async function orStop<T>(what: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw new Stop(`${what}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** Whether the person at the terminal agrees. Throws `Stop` without a terminal. */
export async function agrees(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) throw new Stop('there is no terminal to ask at: read the plan above, and add --yes')
  const asking = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await asking.question(`${question} [y/N] `)
  asking.close()
  return /^y(es)?$/i.test(answer.trim())
}
