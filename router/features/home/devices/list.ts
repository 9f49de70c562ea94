import { type Device, maskedDevice } from '../../../model/home/devices/device.ts'
import { JsonText } from '../../../model/operation.ts'
import type { Rows } from '../../../store/table.ts'

/**
 * The map of all devices as JSON text, cached by the identity of the row objects: rows are immutable. The comparison takes
 * microseconds, serialising a thousand devices does not.
 */
export function openDeviceList(devices: Rows<Device>): () => JsonText {
  const texts = new WeakMap<Device, string>()
  let shown: (string | Device)[] = []
  let whole = new JsonText('{}')

  const textOf = (device: Device): string => {
    const text = texts.get(device) ?? JSON.stringify(maskedDevice(device))
    texts.set(device, text)
    return text
  }
  const isCurrent = (): boolean => {
    if (shown.length !== 2 * devices.size) return false
    let at = 0
    for (const [key, device] of devices) if (shown[at++] !== key || shown[at++] !== device) return false
    return true
  }
  return () => {
    if (isCurrent()) return whole
    shown = [...devices].flat()
    const entries = [...devices].map(([key, device]) => `${JSON.stringify(key)}:${textOf(device)}`)
    whole = new JsonText(`{${entries.join(',')}}`)
    return whole
  }
}
