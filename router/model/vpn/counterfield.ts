import { z } from 'zod'

/** The schema of a counter of the kernel, or of a Unix time: an integer of at least 0. */
export const counterField = (description: string) => z.int().nonnegative().meta({ description })
