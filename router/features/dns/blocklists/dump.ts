/** Lines, one name each, as chunks of one JSON array: a million names are never in memory together. */
export async function* jsonOfNames(lines: AsyncIterable<Uint8Array> & Disposable): AsyncGenerator<string> {
  using reading = lines
  const text = new TextDecoder()
  let rest = ''
  let before = '['
  for await (const bytes of reading) {
    const names = (rest + text.decode(bytes, { stream: true })).split('\n')
    rest = names.pop() ?? ''
    if (names.length === 0) continue
    yield before + names.map((name) => JSON.stringify(name)).join(',')
    before = ','
  }
  if (rest !== '') {
    yield before + JSON.stringify(rest)
    before = ','
  }
  yield before === '[' ? '[]' : ']'
}
