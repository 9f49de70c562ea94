import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runTool } from '../tool.ts'
import { compatibleOf } from './files.ts'
import type { Architecture } from './layout.ts'

export interface Bundle {
  readonly version: string
  readonly architecture: Architecture
  /** The root file system. */
  readonly squashfs: string
  /** Files in PEM: the certificate of the signer, and its key. */
  readonly certificate: string
  readonly key: string
  /** A folder for what is needed while it is made. */
  readonly work: string
}

/** manifest.raucm: RAUC reference, "Manifest". Only `verity` is checked while it is read, and not before. */
export const manifestOf = (version: string, architecture: Architecture): string => `[update]
compatible=${compatibleOf(architecture)}
version=${version}

[bundle]
format=verity

[image.rootfs]
filename=root.img
`

/** Makes a signed bundle that RAUC writes to the slot that does not run. */
export function writeBundle(to: string, { version, architecture, squashfs, certificate, key, work }: Bundle): void {
  const folder = join(work, 'bundle')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  copyFileSync(squashfs, join(folder, 'root.img'))
  writeFileSync(join(folder, 'manifest.raucm'), manifestOf(version, architecture))
  rmSync(to, { force: true })
  runTool(['rauc', 'bundle', `--cert=${certificate}`, `--key=${key}`, folder, to])
}
