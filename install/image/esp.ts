import { closeSync, ftruncateSync, openSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { runTool } from '../tool.ts'
import { encodeChoice, INITIAL_CHOICE } from './choice.ts'
import { CHOICE_FILE, GRUB_FOLDER, type GrubImage, grubConfig, UEFI_IMAGES } from './grub.ts'
import { type Architecture, ESP, layoutOf, numberOf } from './layout.ts'

/** Makes an image of GRUB of the modules in a folder. */
export function makeGrub({ format, prefix, modules }: GrubImage, folder: string, to: string): void {
  const argv = ['--directory', `${folder}/${format}`, '--format', format, '--prefix', prefix, '--output', to]
  runTool(['grub-mkimage', ...argv, ...modules])
}

export interface Esp {
  readonly architecture: Architecture
  /** The folder with the modules of GRUB, in a folder for each platform. */
  readonly grub: string
  /** A folder for files that are needed while it is made. */
  readonly work: string
  /** More files, by their paths on the partition. */
  readonly more: Readonly<Record<string, string>>
}

/** The folders of some files, each after the one that it is in. */
const foldersOf = (paths: readonly string[]): readonly string[] => [
  ...new Set(
    paths.flatMap((path) => {
      const parts = dirname(path).split('/')
      return parts.map((_, index) => parts.slice(0, index + 1).join('/'))
    }),
  ),
]

/** An EFI system partition: a FAT file system that mtools(1) fills. Returns its file. */
export function makeEsp({ architecture, grub, work, more }: Esp): string {
  const image = UEFI_IMAGES[architecture]
  const [esp, efi, config, choice] = ['esp', image.file, 'grub.cfg', 'choice'].map((name) => join(work, name)) as [
    string,
    string,
    string,
    string,
  ]
  makeGrub(image, grub, efi)
  writeFileSync(config, grubConfig(architecture))
  writeFileSync(choice, encodeChoice(INITIAL_CHOICE))
  const files: Readonly<Record<string, string>> = {
    [`EFI/BOOT/${image.file}`]: efi,
    [`${GRUB_FOLDER}/grub.cfg`]: config,
    [CHOICE_FILE]: choice,
    ...more,
  }
  const file = openSync(esp, 'w')
  ftruncateSync(file, layoutOf(architecture)[numberOf(architecture, ESP) - 1]!.size)
  closeSync(file)
  runTool(['mkfs.vfat', '-F', '32', '-n', 'SALLYPORT', esp])
  const folders = foldersOf(Object.keys(files)).filter((folder) => folder !== '.')
  runTool(['mmd', '-i', esp, ...folders.map((folder) => `::${folder}`)])
  for (const [to, from] of Object.entries(files)) runTool(['mcopy', '-i', esp, from, `::${to}`])
  return esp
}
