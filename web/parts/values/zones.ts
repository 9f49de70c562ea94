/** The time zone of this device, an IANA name. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Whether a time zone is that of this device, by whichever of its names. */
export const isOwnZone = (zone: string): boolean =>
  new Intl.DateTimeFormat(undefined, { timeZone: zone }).resolvedOptions().timeZone === ownZone()

/** All time zones, in the order of their names, with `UTC` and another one that has to be among them. */
export const zonesWith = (zone: string): string[] =>
  [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', zone])].toSorted()
