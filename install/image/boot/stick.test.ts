import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSystem, type System } from '../../system.ts'
import { installFromStick } from './stick.ts'

const READING = 'rauc-Message: Reading bundle: /run/sallyport-stick/new.raucb\n'

/** Installs a bundle, which RAUC answers with this output. Returns what the console shows at last, and the programs that ran. */
function install(files: readonly string[], output: string, status: number) {
  const ran: string[] = []
  const shown: string[] = []
  const system: System = {
    ...openSystem(),
    makeDirectory: () => {},
    list: () => [...files],
    write: (_, text) => void shown.push(text),
    run(argv) {
      ran.push(argv.slice(0, 2).join(' '))
      return argv[0] === 'rauc' ? { status, stdout: output, output } : { status: 0, stdout: '', output: '' }
    },
  }
  let error: Error | undefined
  try {
    installFromStick(system)
  } catch (caught) {
    error = caught as Error
  }
  return { shown: shown.at(-1), ran, error }
}

test('a bundle that was installed is started', () => {
  const { shown, ran } = install(['readme.txt', 'new.raucb'], 'Installing succeeded', 0)
  assert.equal(shown, 'new.raucb is installed. The router restarts.')
  assert.equal(ran.at(-1), 'systemctl reboot')
})

test('a refused bundle is named with the reason, and the machine is not restarted', () => {
  for (const [said, reason] of [
    ['signature verification failed: Verify error: self-signed certificate', 'it is not signed with a key that'],
    ['Invalid bundle format: Signature size (1538293478793932186) exceeds bundle size', 'it is damaged or incomplete'],
    ['Failed updating slot rootfs.1: Error splicing data: Input/output error', 'it is damaged or incomplete'],
    ["Compatible mismatch: Expected 'sallyport-amd64'", 'it is for another kind of machine'],
    ['No space left', 'No space left'],
  ] as const) {
    const { shown, ran, error } = install(['new.raucb'], `${READING}LastError: ${said}\nInstalling failed\n`, 1)
    assert.match(shown ?? '', new RegExp(`^new.raucb was not installed: ${reason}`))
    assert.ok(error?.message.startsWith(reason))
    assert.equal(ran.at(-1), 'umount /run/sallyport-stick')
  }
})

test('a stick without a bundle says so', () => {
  const { shown } = install(['photo.jpg', '\x1b[2J.raucb'], '', 0)
  assert.match(shown ?? '', /^The bundle was not installed: the stick SALLYUPDATE has no file \*\.raucb\./)
})
