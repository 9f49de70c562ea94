import { readAir } from './mock.ts'

/** A program in place of iw: prints what the file contains for its arguments, and nothing for others. `iw.ts FILE …` */
const [file = '', ...words] = process.argv.slice(2)
process.stdout.write(readAir(file).iw[words.join(' ')] ?? '')
