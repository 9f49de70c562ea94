import { z } from 'zod'
import { put } from '../operation.ts'
import { CaptureWish } from './wish.ts'

export const capture = {
  capture: put('/capture', {
    audit: 'packets were captured',
    tag: 'general',
    access: 'code',
    summary: 'Capture packets',
    description:
      'The answer is a capture as Wireshark and tcpdump read it, sent while it is made; nothing is kept on the router. ' +
      'It ends after the seconds, packets or bytes asked for, or when the caller goes away. One capture runs at a time. ' +
      'What the caller and the router’s own API say to each other is left out. ' +
      'Takes tcpdump on the router (`apt-get install tcpdump`).',
    body: CaptureWish,
    reply: z.string().meta({ contentMediaType: 'application/vnd.tcpdump.pcap' }),
    errors: {
      429: 'Another capture is running',
      400: 'A field is not allowed, tcpdump is not installed, or it cannot listen there; the line says which',
    },
  }),
}
