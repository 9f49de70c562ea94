import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'

/**
 * A server of S3 in memory that checks AWS Signature Version 4 by the text of its specification
 * (https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html), with a bucket `home`. Arguments: address, access key, secret key. Prints each
 * change as JSON, and returns what was stored, also as a list (ListObjectsV2).
 */
const [, , address = '', accessKey = '', secretKey = ''] = process.argv
const REGION = 'eu-central-1'

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/** The reason to refuse the request; undefined for a valid signature. */
function faultOf({ method = '', url = '', headers }: IncomingMessage, body: Buffer): string | undefined {
  const match =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    )
  if (!match) return 'AccessDenied'
  const [, key = '', day = '', region = '', signed = '', signature] = match
  const time = String(headers['x-amz-date'])
  const at = Date.parse(time.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  if (!(Math.abs(Date.now() - at) < 15 * 60_000) || !time.startsWith(day)) return 'RequestTimeTooSkewed'
  if (key !== accessKey || region !== REGION) return 'InvalidAccessKeyId'
  const hash = String(headers['x-amz-content-sha256'])
  if (hash !== sha256(body)) return 'XAmzContentSHA256Mismatch'
  const names = signed.split(';')
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => names.includes(name))) return 'AccessDenied'
  const [path = '', query = ''] = url.split('?')
  const lines = names.map((name) => `${name}:${String(headers[name]).trim()}\n`).join('')
  const request = [method, path, query, lines, signed, hash].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', time, scope, sha256(request)].join('\n')
  const signing = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secretKey}`)
  return hmac(signing, text).toString('hex') === signature ? undefined : 'SignatureDoesNotMatch'
}

const objects = new Map<string, Buffer>()

createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const body = Buffer.concat(chunks)
  const refuse = (status: number, code: string) =>
    response.writeHead(status, { 'Content-Type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`)
  const fault = faultOf(request, body)
  if (fault) return refuse(403, fault)
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://s3')
  const [, bucket, ...parts] = decodeURIComponent(pathname).split('/')
  const name = parts.join('/')
  if (bucket !== 'home') return refuse(404, 'NoSuchBucket')
  const { method = '' } = request
  if (method === 'GET' && name === '') {
    const keys = [...objects.keys()].filter((key) => key.startsWith(searchParams.get('prefix') ?? ''))
    const contents = keys.map((key) => `<Contents><Key>${key}</Key></Contents>`)
    return response.writeHead(200).end(`<ListBucketResult>${contents.join('')}</ListBucketResult>`)
  }
  if (method === 'GET') {
    const object = objects.get(name)
    return object ? response.writeHead(200).end(object) : refuse(404, 'NoSuchKey')
  }
  if (method === 'PUT') objects.set(name, body)
  else objects.delete(name)
  process.stdout.write(`${JSON.stringify({ method, name, text: body.toString() })}\n`)
  response.writeHead(method === 'DELETE' ? 204 : 200).end()
}).listen(9000, address, () => process.stdout.write('ready\n'))
