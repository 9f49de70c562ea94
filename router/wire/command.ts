import { z } from 'zod'

/**
 * Between the router and the program that runs a command for it outside its unit (`router/root/main.ts`): one request a connection, as the
 * first line.
 */

/** What is to be run. */
export const CommandRequest = z.object({
  argv: z.array(z.string()).min(1),
  /** Base64: what the program can read from descriptor 3. */
  descriptor3: z.string().optional(),
  /** For a program that is run once: what it reads from its standard input, and its limits. */
  once: z.object({ input: z.string(), timeoutMs: z.number(), mostBytes: z.number() }).optional(),
})
export type CommandRequest = z.infer<typeof CommandRequest>

/** The answer to what runs once, as one line. Without a code, it could not be started; null: a signal ended it. */
export const CommandAnswer = z.object({ code: z.number().nullable().optional(), output: z.string() })
export type CommandAnswer = z.infer<typeof CommandAnswer>

/** A line of what runs longer that is no output of the program: its errors, the number of its process, and its status. */
export const ASIDE = '!'
