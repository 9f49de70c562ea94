import { z } from 'zod'

/** The first line of a connection: what the router wants to be run outside its own unit. */
export const CommandRequest = z.object({
  argv: z.array(z.string()).min(1),
  /** Base64: what the program can read from descriptor 3. */
  descriptor3: z.string().optional(),
  /** What it reads from its standard input, and its limits, of a program that is run once. */
  once: z.object({ input: z.string(), timeoutMs: z.number(), mostBytes: z.number() }).optional(),
})
export type CommandRequest = z.infer<typeof CommandRequest>

/** The answer to what runs once: one line. */
export const CommandAnswer = z.object({ code: z.number().nullable(), output: z.string() })
export type CommandAnswer = z.infer<typeof CommandAnswer>

/** What is no output of a program begins with this: its errors, the number of its process, and its status. */
export const ASIDE = '!'
