import type { RemoteFault } from '../../../router/model/machine/backup/remote/fault.ts'

/** Why a backup was not stored on another machine, or not read from there, by the code of the router. Sentences without a full stop. */
export const remoteFaults = {
  of: {
    login: 'The server does not accept the login',
    new_host_key: 'The host key of the server is not accepted yet',
    other_host_key: 'The server has another host key',
    folder_access: 'The folder does not exist, or may not be written',
    folder_read: 'The folder does not exist, or may not be read',
    no_file: 'The file does not exist, or may not be read',
    no_folder: 'The folder does not exist',
    no_bucket: 'The bucket does not exist',
    unknown_name: 'The name of the server cannot be resolved',
    refused: 'The server refuses the connection',
    unreachable: 'The server cannot be reached',
    no_tls: 'The server does not use TLS',
    certificate_name: 'The certificate of the server is for another name',
    certificate_early: 'The certificate of the server is not valid yet, so the clock of the router is probably behind',
    certificate_expired: 'The certificate of the server has expired',
    certificate_untrusted: 'The certificate of the server is not signed by a trusted authority',
    clocks: 'The clocks of the router and the server differ',
    not_stored: 'The server does not store files at this address',
    redirect: 'The server redirects to another address, which is not followed',
    not_written: 'The server could not write the file; its disk may be full',
    no_space: 'The server has no space left',
    status: 'The server answered with an error',
    other: '',
  } satisfies Record<RemoteFault['Code'], string>,
  /** With what the server answered. */
  because: (words: string, detail: string) => `${words} (${detail})`,
}
