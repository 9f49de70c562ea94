/** The part of ssh2 that is used: https://github.com/mscdex/ssh2 */
declare module 'ssh2' {
  import type { EventEmitter } from 'node:events'

  type Done = (error?: Error & { code?: number }) => void

  export interface Sftp {
    open(
      path: string,
      flags: string,
      mode: number,
      done: (error: (Error & { code?: number }) | undefined, handle: Buffer) => void,
    ): void
    write(handle: Buffer, bytes: Buffer, offset: number, length: number, position: number, done: Done): void
    read(
      handle: Buffer,
      into: Buffer,
      offset: number,
      length: number,
      position: number,
      done: (error: (Error & { code?: number }) | undefined, bytesRead: number) => void,
    ): void
    opendir(path: string, done: (error: (Error & { code?: number }) | undefined, handle: Buffer) => void): void
    readdir(
      handle: Buffer,
      done: (error: (Error & { code?: number }) | undefined, entries: readonly { filename: string }[]) => void,
    ): void
    close(handle: Buffer, done: Done): void
    rename(from: string, to: string, done: Done): void
    unlink(path: string, done: Done): void
  }

  export interface ConnectOptions {
    readonly sock: NodeJS.ReadableStream
    readonly username: string
    readonly password?: string
    readonly tryKeyboard?: boolean
    readonly privateKey?: string
    readonly readyTimeout: number
    readonly hostVerifier: (key: Buffer) => boolean
  }

  export class Client extends EventEmitter {
    connect(options: ConnectOptions): this
    sftp(done: (error: Error | undefined, sftp: Sftp) => void): void
    end(): void
    destroy(): void
  }

  const ssh2: {
    readonly Client: typeof Client
    readonly utils: {
      generateKeyPairSync(
        type: 'ed25519',
        options: { comment: string },
      ): { readonly public: string; readonly private: string }
      /** An error for a key that it cannot read. */
      parseKey(key: string): object | Error
    }
  }
  export default ssh2
}
