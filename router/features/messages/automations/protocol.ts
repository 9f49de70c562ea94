import { z } from 'zod'
import type { RunStart } from '../../../model/messages/automations/automation.ts'

/** Why a handler is called: an event with this topic, or a time. */
export interface Trigger extends Readonly<RunStart> {
  /** RFC 3339. */
  readonly Time: string
}

/** Lines that the router sends to the sandbox. */
export type ToSandbox =
  | { readonly Kind: 'load'; readonly Script: string }
  | {
      readonly Kind: 'run'
      readonly Trigger: Trigger
      readonly Event: unknown
      readonly Memory: Record<string, unknown>
    }
  | { readonly Kind: 'reply'; readonly Id: number; readonly Value?: unknown; readonly Error?: string }

const Failure = { Message: z.string().max(1000), Line: z.int().min(0).max(1e6) }

/** Lines that the router accepts from the sandbox. Any other ends it. */
export const FromSandbox = z.discriminatedUnion('Kind', [
  z.strictObject({
    Kind: z.literal('loaded'),
    Topics: z.array(z.unknown()).max(256),
    Every: z.array(z.unknown()).max(256),
    At: z.array(z.unknown()).max(256),
  }),
  z.strictObject({ Kind: z.literal('failed'), ...Failure }),
  z.strictObject({
    Kind: z.literal('log'),
    Level: z.enum(['info', 'warning', 'error']),
    Text: z.string().max(1000),
  }),
  z.strictObject({ Kind: z.literal('notice'), Title: z.string().max(200), Text: z.string().max(1000) }),
  z.strictObject({ Kind: z.literal('call'), Id: z.int(), Name: z.string().max(128), Input: z.unknown() }),
  z.strictObject({ Kind: z.literal('done'), ...Failure, Memory: z.unknown() }),
])
export type FromSandbox = z.infer<typeof FromSandbox>

/** What removing the types of a script results in. */
export const Stripped = z.union([z.strictObject({ Script: z.string() }), z.strictObject(Failure)])
export type Stripped = z.infer<typeof Stripped>
