import { z } from 'zod'
import { get, put } from '../../operation.ts'
import { LARGEST, StreamPosition } from './range.ts'

const params = {
  start: StreamPosition.meta({ description: 'Start of the slice in bytes', example: '0' }),
  end: StreamPosition.meta({
    description: 'End of the slice in bytes: greater than `start`, by less than 25 MiB',
    example: '5000000',
  }),
}
const upload = { mediaType: 'text/plain', maxBytes: LARGEST }
const text = (example: string) => z.string().meta({ contentMediaType: 'text/plain', example })
const digits = text('0123456789')
const ok = text('ok')
const errors = { 429: 'Too many measurements at once, or too much data within a minute' }
const uploadErrors = { ...errors, 400: 'The body is incomplete', 413: 'More than 25 MiB' }

export const speedtest = {
  down: get('/speedtest', {
    tag: 'general',
    summary: 'Measure download from the router',
    description:
      'Returns one MiB of digits; the client measures the time. This measures the connection between a device and the ' +
      'router, without the internet. Example: `curl -u admin -o /dev/null -w "%{speed_download}\\n" ' +
      'http://spr.local/speedtest`.',
    reply: digits,
    errors,
  }),
  up: put('/speedtest', {
    audit: false,
    tag: 'general',
    summary: 'Measure upload to the router',
    description:
      'The body is any data of up to 25 MiB; it is read and discarded. Example: `head -c 5M /dev/zero | curl -u admin ' +
      '-T - -w "%{speed_upload}\\n" http://spr.local/speedtest`.',
    upload,
    reply: ok,
    errors: uploadErrors,
  }),
  downSlice: get('/speedtest/{start}-{end}', {
    tag: 'general',
    summary: 'Measure download with a slice of chosen size',
    description:
      'Returns the bytes from `start` to `end` of an endless sequence of digits. At most four measurements run at the ' +
      'same time, two from one address.',
    params,
    reply: digits,
    errors,
  }),
  upSlice: put('/speedtest/{start}-{end}', {
    audit: false,
    tag: 'general',
    summary: 'Measure upload with a slice of chosen size',
    description: 'The same as `PUT /speedtest`: content and length of the body are ignored.',
    params,
    upload,
    reply: ok,
    errors: uploadErrors,
  }),
}
