import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hostName } from './hostName.ts'

test('a URL is replaced by its host name, and other texts are only trimmed', () => {
  for (const [text, name] of [
    ['https://user:secret@www.Example.org:8443/a/b?c=d#e', 'www.example.org'],
    ['  http://ads.example/  ', 'ads.example'],
    ['example.org/path', 'example.org'],
    ['//cdn.example/x.js', 'cdn.example'],
    ['example.org.?q=1', 'example.org'],
    ['https://bücher.example/', 'xn--bcher-kva.example'],
    [' example.org ', 'example.org'],
    ['*.example.org', '*.example.org'],
    ['192.168.2.0/24', '192.168.2.0/24'],
    ['', ''],
    ['https://', 'https://'],
  ] as const)
    assert.equal(hostName(text), name, text)
})
