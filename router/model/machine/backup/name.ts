import { z } from 'zod'
import { schemaPhrase } from '../../../phrases/phrase.ts'

/** Digits of a UTC time to the millisecond, as in a file name: they sort in order of time. */
const TIME = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z$/
const SHAPE = /^sallyport-v[0-9A-Za-z.+-]{1,64}-(\d{8}T\d{9}Z)\.backup$/

/** Whether this is the name of an archive with a valid time. */
export const isArchiveName = (name: string): boolean => !Number.isNaN(Date.parse(madeAt(name)))

/** The file name of an archive: release and time. */
export const ArchiveName = z
  .string()
  .regex(SHAPE, schemaPhrase('machine.backupFileName'))
  .refine(isArchiveName, schemaPhrase('machine.backupFileName'))
  .meta({ example: 'sallyport-v0.1.0-20260131T120000000Z.backup', 'x-rule': 'The time in the name exists' })

export const archiveName = (release: string, made: number): string =>
  `sallyport-v${release}-${new Date(made).toISOString().replace(/[-:.]/g, '')}.backup`

/** Time of creation (RFC 3339); empty for an invalid name. */
export const madeAt = (name: string): string => timeIn(name).replace(TIME, '$1-$2-$3T$4:$5:$6.$7Z')

/** Compares names, newest first. */
export const byAge = (a: string, b: string): number => (timeIn(a) < timeIn(b) ? 1 : -1)

const timeIn = (name: string): string => SHAPE.exec(name)?.[1] ?? ''
