import { createInterface } from 'node:readline/promises'

export const print = (line = ''): void => void process.stdout.write(`${line}\n`)

/** Ends a command with a message. */
export class Stop extends Error {}

/** Whether the person at the terminal agrees. Throws `Stop` without a terminal. */
export async function agrees(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) throw new Stop('there is no terminal to ask at: read the plan above, and add --yes')
  const asking = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await asking.question(`${question} [y/N] `)
  asking.close()
  return /^y(es)?$/i.test(answer.trim())
}
