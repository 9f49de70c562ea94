import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { ROOT } from '../../process/place.ts'

const CloudConfig = z.object({ runcmd: z.array(z.array(z.string())) })

/** The commands of the cloud-init file in the documentation, in order. */
export function cloudCommands(): readonly (readonly string[])[] {
  const page = readFileSync(join(ROOT, 'site/docs/guides/virtual/cloud.md'), 'utf8')
  const text = /^```yaml hardware\n(.*?)^```/ms.exec(page)?.[1]
  if (text === undefined) throw new Error('the page has no cloud-init file')
  return CloudConfig.parse(parse(text)).runcmd
}
