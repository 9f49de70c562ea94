import { createInterface } from 'node:readline'
import type { Program } from '../process/program.ts'

/** Do some work for each line of the input, and print the outcome of each as one line of JSON with the number of the round. */
export async function doRounds(work: (line: string) => object | Promise<object>): Promise<void> {
  let round = 0
  for await (const line of createInterface(process.stdin))
    console.log(JSON.stringify({ round: round++, ...(await work(line)) }))
}

/** A function that runs one round in a program and returns its outcome. A running program has its code compiled already. */
export function openRounds<Outcome>(program: Program): (line: string) => Promise<Outcome> {
  let round = 0
  return async (line) => {
    program.write(`${line}\n`)
    return JSON.parse(await program.line(`{"round":${round++},`, 120_000))
  }
}
