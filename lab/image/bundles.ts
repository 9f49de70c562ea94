import { randomBytes } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { writeBundle } from '../../install/image/bundle.ts'
import { STICK_LABEL } from '../../install/image/files.ts'
import type { Architecture } from '../../install/image/layout.ts'
import { run } from '../process/program.ts'

/** Bundles that a router has to refuse, or that do not work, made of one that is good. */

export interface Signer {
  /** Files in PEM. */
  readonly certificate: string
  readonly key: string
}

const SLOW_MS = 600_000
const copied = async (from: string, to: string): Promise<string> => {
  await run(['cp', '--sparse=always', from, to], { timeoutMs: SLOW_MS })
  return to
}

/** One byte in the middle of the root file system is another one; the signature is intact. */
export async function tampered(bundle: string, folder: string): Promise<string> {
  const path = await copied(bundle, join(folder, 'tampered.raucb'))
  const file = await open(path, 'r+')
  const at = Math.floor((await file.stat()).size / 2)
  const byte = Buffer.alloc(1)
  await file.read(byte, 0, 1, at)
  await file.write(Buffer.from([byte[0]! ^ 0xff]), 0, 1, at)
  await file.close()
  return path
}

/** The last third is missing. */
export async function truncated(bundle: string, folder: string): Promise<string> {
  const path = await copied(bundle, join(folder, 'truncated.raucb'))
  const file = await open(path, 'r+')
  await file.truncate(Math.floor(((await file.stat()).size * 2) / 3))
  await file.close()
  return path
}

/** It is complete, and signed with a key that the router does not have. */
export async function foreign(architecture: Architecture, folder: string): Promise<string> {
  const [key, certificate, image] = ['foreign.key', 'foreign.pem', 'foreign.img'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  const request = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '10950', '-subj', '/CN=foreign']
  await run(['openssl', 'req', ...request, '-keyout', key, '-out', certificate])
  writeFileSync(image, randomBytes(1 << 20))
  const path = join(folder, 'foreign.raucb')
  writeBundle(path, { version: '0', architecture, squashfs: image, certificate, key, work: folder })
  return path
}

/**
 * A system whose runtime ends with an error: Linux and systemd start, and the router does not. Made of the root file system at an offset of the
 * image of a disk.
 */
export async function broken(
  image: string,
  offset: number,
  architecture: Architecture,
  signer: Signer,
  folder: string,
): Promise<string> {
  const [root, squashfs] = [join(folder, 'broken'), join(folder, 'broken.img')]
  rmSync(root, { recursive: true, force: true })
  await run(['unsquashfs', '-quiet', '-no-progress', '-no-xattrs', '-offset', String(offset), '-dest', root, image], {
    timeoutMs: SLOW_MS,
  })
  const runtimes = await run(['find', root, '-path', '*/node-linux-*/bin/node', '-type', 'f'])
  for (const runtime of runtimes.trim().split('\n')) writeFileSync(runtime, '#!/bin/sh\nexit 1\n')
  rmSync(squashfs, { force: true })
  const fast = ['-comp', 'gzip', '-Xcompression-level', '1', '-quiet', '-no-progress', '-no-xattrs']
  await run(['mksquashfs', root, squashfs, ...fast], { timeoutMs: SLOW_MS })
  rmSync(root, { recursive: true })
  const path = join(folder, 'broken.raucb')
  writeBundle(path, { version: '0', architecture, squashfs, work: folder, ...signer })
  rmSync(squashfs)
  return path
}

/** A USB stick with a bundle: the file of its contents, which replaces the stick before. */
export async function makeStick(bundle: string, folder: string): Promise<string> {
  const stick = join(folder, 'stick')
  mkdirSync(folder, { recursive: true })
  rmSync(stick, { force: true })
  await run(['truncate', '--size', '512M', stick])
  await run(['mkfs.vfat', '-n', STICK_LABEL, stick])
  await run(['mcopy', '-i', stick, bundle, `::${bundle.split('/').at(-1)}`], { timeoutMs: SLOW_MS })
  return stick
}
