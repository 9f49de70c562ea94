import { globSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { ROOT } from '../process/place.ts'
import { runSealed } from '../process/seal.ts'
import { findAccelerator } from '../vm/accelerator.ts'
import { fetchParts } from '../vm/parts.ts'

const USAGE = `usage: npm run test:image -- [--image FILE] [--firmware bios|uefi] [--accelerator kvm|tcg] [--bundle FILE]
                               [--to FOLDER]

  Starts an image of "npm run image" in a virtual machine, and sets up its router with the wizard in Chromium. Needs root.

  --image         the image, by default that in .sallyport/image
  --firmware      both by default
  --accelerator   kvm or tcg, by default what works here
  --bundle        also install this bundle, which the image has to accept
  --to            a folder for the pictures and the output of the serial port, .sallyport/image/test by default
`

const BUILT = join(ROOT, '.sallyport/image')

const { values } = parseArgs({
  options: {
    image: { type: 'string' },
    firmware: { type: 'string' },
    accelerator: { type: 'string' },
    bundle: { type: 'string', default: '' },
    to: { type: 'string', default: join(BUILT, 'test') },
    help: { type: 'boolean', default: false },
  },
})
const image = values.image ?? globSync(join(BUILT, '*-amd64.img'))[0]
if (values.help || image === undefined) {
  process.stdout.write(USAGE)
  process.exit(values.help ? 0 : 1)
}
const accelerator = values.accelerator ?? (await findAccelerator(fetchParts()))
for (const firmware of values.firmware === undefined ? ['bios', 'uefi'] : [values.firmware]) {
  const to = join(resolve(values.to), firmware)
  const args = { image: resolve(image), firmware, accelerator, bundle: values.bundle && resolve(values.bundle), to }
  const status = await runSealed(
    fileURLToPath(new URL('inside.ts', import.meta.url)),
    Object.entries(args).map(([name, value]) => `--${name}=${value}`),
  )
  if (status !== 0) process.exit(status)
}
