import { z } from 'zod'

/** A topic of the catalogue: when it is published, and the schema of its payload. */
export interface TopicEntry<T extends z.ZodType = z.ZodType> {
  readonly about: string
  readonly payload: T
}

export const topic = <T extends z.ZodType>(about: string, payload: T): TopicEntry<T> => ({ about, payload })

/** A text field of a payload. */
export const text = (description: string) => z.string().meta({ description })

/** A whole number in a payload. */
export const count = (description: string) => z.int().meta({ description })

/** A payload: its fields in the order in which they are documented. */
export const fields = z.object

/** The payload type of each topic. */
export type PayloadsOf<T extends Readonly<Record<string, TopicEntry>>> = { [K in keyof T]: z.output<T[K]['payload']> }
