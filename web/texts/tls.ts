/** HTTPS, and how devices come to trust it. */
export const tlsTexts = {
  title: 'Encrypted connection',
  hint: 'With HTTPS nobody in your home can listen in when you use this app, and it can be installed on your phone.',
  failed: 'Whether HTTPS is on could not be read',
  on: 'The router answers over HTTPS as well.',
  off: 'The router answers over plain HTTP only.',
  enable: 'Switch HTTPS on',
  disable: 'Switch HTTPS off',
  disableTitle: 'Switch HTTPS off?',
  disableHint:
    'The certificate is thrown away. Switching HTTPS on again makes another one, which every device has to be told to trust anew.',
  disableHere: 'This page came by HTTPS. Afterwards open it as',
  cancel: 'Cancel',
  open: 'Open this page by HTTPS',
  openHint: 'Install the certificate on this device first, or the browser will warn you.',
  install: {
    title: 'Let a device trust it',
    hint: 'Once for each device you use this app on. The certificate can vouch for names and addresses of your home alone.',
    download: 'Download the certificate',
    how: 'How to install it',
    platforms: {
      iphone: {
        name: 'iPhone, iPad',
        steps: [
          'Open this page in Safari and download the certificate. Allow the profile.',
          'Settings, General, VPN & Device Management: install the profile.',
          'Settings, General, About, Certificate Trust Settings: switch it on.',
        ],
      },
      android: {
        name: 'Android',
        steps: [
          'Download the certificate.',
          'Settings, search for “CA certificate”: install it from the downloads, and confirm.',
          'Firefox: Settings, About Firefox, press the logo five times; then Secret Settings, use third-party certificates.',
        ],
      },
      windows: {
        name: 'Windows',
        steps: [
          'Download the certificate and open it.',
          'Install certificate, for the current user, into “Trusted Root Certification Authorities”.',
          'Start the browser again.',
        ],
      },
      mac: {
        name: 'Mac',
        steps: [
          'Download the certificate and open it: it goes into your keychain.',
          'In Keychain Access open it, and under Trust choose “Always Trust”.',
        ],
      },
      linux: {
        name: 'Linux',
        steps: [
          'Debian, Ubuntu: put it under /usr/local/share/ca-certificates/ and run sudo update-ca-certificates.',
          'Chromium and Firefox keep their own: Settings, Certificates, Authorities, Import.',
        ],
      },
    },
  },
} as const
