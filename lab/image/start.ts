import { globSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { isArchitecture } from '../../install/image/layout.ts'
import { ROOT } from '../process/place.ts'
import { runSealed } from '../process/seal.ts'
import { seedFrom } from '../safety/random.ts'
import { findAccelerator } from '../vm/accelerator.ts'
import { fetchParts } from '../vm/parts.ts'
import { startBoard } from './board.ts'
import { firmwareOf } from './firmware.ts'

const USAGE = `usage: npm run test:image -- [--architecture amd64|arm64] [--image FILE] [--firmware uefi|bios]
                               [--accelerator kvm|tcg] [--bundle FILE] [--cert FILE --key FILE] [--cuts 4]
                               [--points 0] [--seed NUMBER] [--to FOLDER]
       npm run test:image -- --board pi4 [--image FILE] [--to FOLDER]

  Starts an image of "npm run image" in a virtual machine, sets up its router with the wizard in Chromium, and cuts the power. Needs root.

  --architecture  of the machine: amd64 by default; arm64 is always emulated
  --board         pi4: start its image until the console shows the router, in the nearest machine of QEMU
  --image         the image, by default that in .sallyport/image
  --firmware      both by default
  --accelerator   kvm or tcg, by default what works here
  --bundle        also install this bundle, which the image has to accept, and refuse changed ones
  --cert          the certificate (PEM) of its signer, and
  --key           the key (PEM): also install a bundle whose router does not start
  --cuts          how often the power is cut at a random moment at the end
  --points        at how many points of a run the power is cut in thought: each leaves a disk that is opened
  --seed          of the random moments
  --to            a folder for the pictures and the output of the serial port, .sallyport/image/test by default
`

const BUILT = join(ROOT, '.sallyport/image')

const { values } = parseArgs({
  options: {
    architecture: { type: 'string', default: 'amd64' },
    board: { type: 'string' },
    image: { type: 'string' },
    firmware: { type: 'string' },
    accelerator: { type: 'string' },
    bundle: { type: 'string', default: '' },
    cert: { type: 'string', default: '' },
    key: { type: 'string', default: '' },
    cuts: { type: 'string', default: '4' },
    points: { type: 'string', default: '0' },
    seed: { type: 'string' },
    to: { type: 'string', default: join(BUILT, 'test') },
    help: { type: 'boolean', default: false },
  },
})
const { architecture, board } = values
const image = values.image ?? globSync(join(BUILT, `*-${board ?? architecture}.img`))[0]
if (values.help || image === undefined || !isArchitecture(architecture)) {
  process.stdout.write(USAGE)
  process.exit(values.help ? 0 : 1)
}
if (board !== undefined) {
  await startBoard(resolve(image), join(resolve(values.to), board), console.log)
  process.exit(0)
}
const accelerator = values.accelerator ?? (await findAccelerator(fetchParts()))
const seed = seedFrom(values.seed)
const absolute = (file: string): string => file && resolve(file)
for (const firmware of values.firmware === undefined ? firmwareOf(architecture) : [values.firmware]) {
  console.log(`${firmware}, seed ${seed}`)
  const args = {
    ...{ image: resolve(image), architecture, firmware, accelerator },
    ...{ bundle: absolute(values.bundle), cert: absolute(values.cert), key: absolute(values.key) },
    ...{ cuts: values.cuts, points: values.points, seed, to: join(resolve(values.to), firmware) },
  }
  const status = await runSealed(
    fileURLToPath(new URL('inside.ts', import.meta.url)),
    Object.entries(args).map(([name, value]) => `--${name}=${value}`),
  )
  if (status !== 0) process.exit(status)
}
