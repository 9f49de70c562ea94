import { z } from 'zod'
import { get, put } from '../operation.ts'
import { LARGEST, Position } from './range.ts'

const params = {
  start: Position.meta({ description: 'Where the slice begins, in bytes', example: '0' }),
  end: Position.meta({ description: 'Where it ends: greater than `start`, by less than 25 MiB', example: '5000000' }),
}
const upload = { mediaType: 'text/plain', maxBytes: LARGEST }
const text = (example: string) => z.string().meta({ contentMediaType: 'text/plain', example })
const digits = text('0123456789')
const ok = text('ok')
const errors = { 429: 'Too many measurements at once, or too much data within a minute' }
const uploadErrors = { ...errors, 400: 'The body was not sent to its end', 413: 'More than 25 MiB' }

export const speedtest = {
  down: get('/speedtest', {
    tag: 'general',
    summary: 'Measure download from the router',
    description:
      'One MiB of digits, to be timed by whoever asks. Between a device and the router: nothing of it goes to the internet. ' +
      'Try `curl -u admin -o /dev/null -w "%{speed_download}\\n" http://spr.local/speedtest`.',
    reply: digits,
    errors,
  }),
  up: put('/speedtest', {
    audit: false,
    tag: 'general',
    summary: 'Measure upload to the router',
    description:
      'The body may be anything of up to 25 MiB; it is read and thrown away. ' +
      'Try `head -c 5M /dev/zero | curl -u admin -T - -w "%{speed_upload}\\n" http://spr.local/speedtest`.',
    upload,
    reply: ok,
    errors: uploadErrors,
  }),
  downSlice: get('/speedtest/{start}-{end}', {
    tag: 'general',
    summary: 'Measure download with a slice of chosen size',
    description:
      'Bytes `start` to `end` of digits without end. Four measurements may run at once, two from one address.',
    params,
    reply: digits,
    errors,
  }),
  upSlice: put('/speedtest/{start}-{end}', {
    audit: false,
    tag: 'general',
    summary: 'Measure upload with a slice of chosen size',
    description: 'As `PUT /speedtest`: what the body holds, and how long it is, does not matter.',
    params,
    upload,
    reply: ok,
    errors: uploadErrors,
  }),
}
