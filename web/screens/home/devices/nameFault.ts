import { deviceTexts } from '../../../texts/home/devices/device.ts'

/** The error of the name of a device, by the rules of the router; undefined if it is valid. */
export function nameFault(name: string): string | undefined {
  if (name.trim() === '') return deviceTexts.nameEmpty
  return /\p{Cc}/u.test(name) ? deviceTexts.nameControl : undefined
}
