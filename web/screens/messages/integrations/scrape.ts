/** The part of prometheus.yml that reads the metrics of this router. `origin`: where the app is open. */
export function scrapeConfig(origin: string, token: string): string {
  const { protocol, host } = new URL(origin)
  const isSecure = protocol === 'https:'
  return [
    'scrape_configs:',
    '  - job_name: sallyport',
    `    scheme: ${isSecure ? 'https' : 'http'}`,
    '    authorization:',
    `      credentials: ${token}`,
    ...(isSecure ? ['    tls_config:', '      ca_file: sallyport.crt'] : []),
    '    static_configs:',
    `      - targets: ['${host}']`,
    '',
  ].join('\n')
}

/** All that the token of Prometheus may call. */
export const METRICS_SCOPE = '/metrics:r'
