/** The program in the sandbox that removes the types of a script: reads the script as a line of JSON and writes the result as one. */
import { stripTypeScriptTypes } from 'node:module'
import { createInterface } from 'node:readline'

createInterface({ input: process.stdin }).once('line', (line) => {
  let result: { Script: string } | { Message: string; Line: number }
  try {
    result = { Script: stripTypeScriptTypes(JSON.parse(line)) }
  } catch (error) {
    const { message, stack = '' } = error as Error
    result = { Message: message, Line: Number(/^.*?:(\d+)/.exec(stack)?.[1] ?? 0) }
  }
  process.stdout.write(`${JSON.stringify(result)}\n`, () => process.exit())
})
