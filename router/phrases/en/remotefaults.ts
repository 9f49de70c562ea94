/** Why a backup was not stored on another machine, or not read from there, by the code of the fault. */
export const remoteFaultPhrases = {
  'remoteFault.login': 'the server does not accept the login',
  'remoteFault.new_host_key': 'the host key of the server is not accepted yet',
  'remoteFault.other_host_key': 'the server has another host key: {1}',
  'remoteFault.folder_access': 'the folder does not exist, or may not be written',
  'remoteFault.folder_read': 'the folder does not exist, or may not be read',
  'remoteFault.no_file': 'the file does not exist, or may not be read',
  'remoteFault.no_folder': 'the folder does not exist',
  'remoteFault.no_bucket': 'the bucket does not exist',
  'remoteFault.unknown_name': 'the name {1} cannot be resolved',
  'remoteFault.refused': 'the server refuses the connection',
  'remoteFault.unreachable': 'the server cannot be reached',
  'remoteFault.no_tls': 'the server does not use TLS',
  'remoteFault.certificate_name': 'the certificate of the server is for another name',
  'remoteFault.certificate_early':
    'the certificate of the server is not valid yet, so the clock of the router is probably behind',
  'remoteFault.certificate_expired': 'the certificate of the server has expired',
  'remoteFault.certificate_untrusted': 'the certificate of the server is not signed by a trusted authority',
  'remoteFault.clocks': 'the clocks of the router and the server differ',
  'remoteFault.not_stored': 'the server does not store files at this address',
  'remoteFault.redirect': 'the server redirects to another address, which is not followed',
  'remoteFault.not_written': 'the server could not write the file; its disk may be full',
  'remoteFault.no_space': 'the server has no space left',
  'remoteFault.status': 'the server answered {1}',
  /** With what the server answered. */
  'remoteFault.because': '{1} ({2})',
} as const
