import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bootCode, grubConfig, placedCore } from './grub.ts'

test('the boot code loads the first sector of the core, which loads the others', () => {
  const code = bootCode(Buffer.alloc(512, 0xff), 2048)
  assert.equal(code.length, 440, 'the partition table follows')
  assert.equal(code.readBigUInt64LE(0x5c), 2048n)
  const core = placedCore(Buffer.alloc(1024, 0xff), 2048)
  assert.equal(core.readBigUInt64LE(500), 2049n)
  assert.equal(core.readUInt32LE(508), 0xffffffff, 'its length and its segment are those of grub-mkimage')
})

test('GRUB for another processor has the numbers of its partitions, and no serial port of a PC', () => {
  const config = grubConfig('arm64')
  assert.match(config, /if \[ "\$slot" = A \]; then set part=gpt2; set label=sallyport-a; fi/)
  assert.doesNotMatch(config, /serial|ttyS0/)
})

test('GRUB removes a trial before it starts it, and continues with the good slot and the other one', () => {
  const config = grubConfig('amd64')
  const positions = ['save_env', 'start_slot $next', 'start_slot $good', 'start_slot $other'].map((words) =>
    config.indexOf(words),
  )
  assert.ok(positions.every((position, index) => position > (positions[index - 1] ?? 0)))
  assert.match(config, /if \[ "\$slot" = A \]; then set part=gpt3; set label=sallyport-a; fi/)
})
