import { z } from 'zod'

/** Digits of a UTC time to the millisecond, as in a file name: they sort as the times do. */
const TIME = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z$/
const SHAPE = /^sallyport-v[0-9A-Za-z.+-]{1,64}-(\d{8}T\d{9}Z)\.backup$/

/** Whether it is the name of an archive, made at a time that there is. */
export const isArchiveName = (name: string): boolean => !Number.isNaN(Date.parse(madeAt(name)))

/** What an archive is called: which release made it, and when. */
export const ArchiveName = z
  .string()
  .regex(SHAPE, 'must be a name such as sallyport-v0.1.0-20260131T120000000Z.backup')
  .refine(isArchiveName, 'must be a name such as sallyport-v0.1.0-20260131T120000000Z.backup')
  .meta({ example: 'sallyport-v0.1.0-20260131T120000000Z.backup', 'x-rule': 'The time in the name exists' })

export const archiveName = (release: string, made: number): string =>
  `sallyport-v${release}-${new Date(made).toISOString().replace(/[-:.]/g, '')}.backup`

/** When it was made, in RFC 3339; no time at all for a name that is none. */
export const madeAt = (name: string): string => timeIn(name).replace(TIME, '$1-$2-$3T$4:$5:$6.$7Z')

/** The newest first. */
export const byAge = (a: string, b: string): number => (timeIn(a) < timeIn(b) ? 1 : -1)

const timeIn = (name: string): string => SHAPE.exec(name)?.[1] ?? ''
