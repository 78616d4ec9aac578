/**
 * Draws the shop's committed images again: `npx tsx devstack/seed/draw/main.ts [set …]`, without a set all of them;
 * `products:tether` draws those whose slugs begin so.
 */
import { PRODUCTS } from '../products.js';
import { drawingOf } from './image.js';
import { folder, raster, saveAvif, saveWebp } from './render.js';
import { drawMarks } from './marks.js';
import { drawProjects } from './projects.js';
import { drawSlides } from './slides.js';
import { photograph } from './studio.js';

const drawProducts = async (start: string): Promise<void> => {
  const dir = await folder('products');
  const wanted = PRODUCTS.flatMap(({ slug, image }) =>
    typeof image !== 'string' && slug.startsWith(start) ? [{ slug, image }] : [],
  );
  for (const { slug, image } of wanted) {
    const { view, draw } = drawingOf(image);
    const png = await raster(photograph(view, draw), 960);
    await Promise.all([
      saveAvif(png, `${dir}/${slug}-480.avif`, 480),
      saveAvif(png, `${dir}/${slug}-960.avif`, 960, 46),
      saveWebp(png, `${dir}/${slug}-480.webp`, 480, 66),
      saveWebp(png, `${dir}/${slug}-960.webp`, 960, 48),
      saveWebp(png, `${dir}/${slug}.webp`, 600, 56),
    ]);
  }
  console.log(`${wanted.length} products drawn`);
};

const SETS: Record<string, (start: string) => Promise<void>> = {
  products: drawProducts,
  slides: drawSlides,
  marks: drawMarks,
  projects: drawProjects,
};

const asked = process.argv.slice(2);
for (const arg of asked.length ? asked : Object.keys(SETS)) {
  const [name = '', start = ''] = arg.split(':');
  const draw = SETS[name];
  if (!draw) throw new Error(`unknown set "${name}"; there are ${Object.keys(SETS).join(', ')}`);
  await draw(start);
}
