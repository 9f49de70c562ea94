import koffi from 'koffi'
import { Refused, Unavailable } from '../../errors.ts'

/** libnftables' own numbers: nftables/libnftables.h. */
const OUTPUT_JSON = 1 << 4

export interface Nft extends Disposable {
  run(commands: string): Promise<void>
  list(command: string): Promise<unknown>
}

/**
 * The kernel's firewall through libnftables, in this process: a change costs a tenth of a millisecond where the `nft`
 * program costs several. A context must not be used by two calls at once, so there is one for commands and one for
 * lists, each with its own queue: a long list does not hold up a change.
 */
export function openNft(): Nft {
  const library = load()
  const commands = openContext(library, 0)
  const lists = openContext(library, OUTPUT_JSON)
  return {
    run: async (text) => void (await commands.run(text)),
    list: async (command) => JSON.parse((await lists.run(command)) || '{"nftables":[]}'),
    [Symbol.dispose]() {
      commands.free()
      lists.free()
    },
  }
}

function load() {
  try {
    return koffi.load('libnftables.so.1')
  } catch (cause) {
    throw new Unavailable('libnftables is missing: install the package nftables', { cause })
  }
}

/** Above this much text a call goes to another thread, so that timers and packets do not wait for it. */
const INLINE_LIMIT = 16_384

function openContext(library: ReturnType<typeof load>, flags: number) {
  const make = library.func('void *nft_ctx_new(uint32_t)')
  const free = library.func('void nft_ctx_free(void *)')
  const bufferOutput = library.func('int nft_ctx_buffer_output(void *)')
  const bufferError = library.func('int nft_ctx_buffer_error(void *)')
  const setFlags = library.func('void nft_ctx_output_set_flags(void *, unsigned int)')
  const runText = library.func('int nft_run_cmd_from_buffer(void *, const char *)')
  const output = library.func('const char *nft_ctx_get_output_buffer(void *)')
  const errors = library.func('const char *nft_ctx_get_error_buffer(void *)')

  const context = make(0)
  bufferOutput(context)
  bufferError(context)
  setFlags(context, flags)
  let queue: Promise<unknown> = Promise.resolve()

  const call = (text: string): Promise<number> =>
    flags === 0 && text.length < INLINE_LIMIT
      ? Promise.resolve(runText(context, text))
      : new Promise((resolve, reject) =>
          runText.async(context, text, (error: unknown, status: number) => (error ? reject(error) : resolve(status))),
        )

  const run = async (text: string): Promise<string> => {
    const status = await call(text)
    const printed: string = output(context) ?? ''
    const complaint: string = errors(context) ?? ''
    if (status !== 0) throw new Refused(firstLine(complaint) || 'the kernel refused the firewall rules')
    return printed
  }

  return {
    run(text: string): Promise<string> {
      const result = queue.then(() => run(text))
      queue = result.catch(() => undefined)
      return result
    },
    free: () => void free(context),
  }
}

/** `<input>:1:20-24: Error: No such file or directory` without the position. */
const firstLine = (complaint: string): string =>
  (complaint.split('\n', 1)[0] ?? '').replace(/^(\S+:\d+:\d+-\d+: )?Error: /, '')
