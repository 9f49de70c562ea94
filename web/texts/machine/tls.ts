/** Texts for HTTPS and its certificate. */
export const tlsTexts = {
  title: 'HTTPS',
  hint: 'HTTPS encrypts the connection to this app, and lets you install the app on your phone.',
  failed: 'The HTTPS state could not be loaded',
  on: 'HTTPS is on.',
  off: 'HTTPS is off. The connection is not encrypted.',
  enable: 'Turn on HTTPS',
  disable: 'Turn off HTTPS',
  disableTitle: 'Turn off HTTPS?',
  disableHint:
    'The certificate is deleted. Turning HTTPS on again creates a new one, which you have to install on every device.',
  disableHere: 'You are using HTTPS now. Afterwards, open this app at',
  open: 'Open the app with HTTPS:',
  openHint: 'Install the certificate on this device first. Otherwise the browser shows a warning.',
  install: {
    title: 'Install the certificate',
    hint: 'Once on each device that uses this app. The certificate is valid for names and addresses of your home only.',
    download: 'Download certificate',
    how: 'Installation steps',
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
}
