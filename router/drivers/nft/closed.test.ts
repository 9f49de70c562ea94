import assert from 'node:assert/strict'
import { test } from 'node:test'
import { closeFirst } from './closed.ts'

test('the closed firewall admits replies to this machine, and forwards nothing', async () => {
  const written: string[] = []
  await closeFirst({
    nft: async (text) => void written.push(...text.split('\n')),
    openTable: async () => 'new',
    nftList: async () => ({ nftables: [] }),
  })
  assert.deepEqual(written, [
    'add chain inet sallyport arrival { type filter hook prerouting priority -450; policy accept; }',
    'add chain inet sallyport forward { type filter hook forward priority 0; policy drop; }',
    'add chain inet sallyport input { type filter hook input priority 0; policy drop; }',
    'add rule inet sallyport arrival meta mark set 1024',
    'add rule inet sallyport input iifname "lo" accept',
    'add rule inet sallyport input ct state established accept',
    'add rule inet sallyport input ct state related accept',
  ])
})
