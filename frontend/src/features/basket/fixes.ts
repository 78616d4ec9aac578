import type { BasketDto, BasketLineDto, BasketProblemDto } from '../../api/generated-account';
import type { BasketLine } from './merge';

/** What puts one problem of a line right; undefined where the line goes. */
export function fixedLine(
  line: BasketLine,
  { fix, is, orderQuantity }: BasketProblemDto,
  product: BasketLineDto['product'],
): BasketLine | undefined {
  if (fix === 'remove') return undefined;
  if (fix === 'accept-price') return { ...line, price: product?.price ?? is };
  return { ...line, orderQuantity: orderQuantity ?? line.orderQuantity };
}

/** All lines with all problems put right that the check has found. */
export function fixAll(
  lines: readonly BasketLine[],
  { lines: checked }: Pick<BasketDto, 'lines'>,
): BasketLine[] {
  const byPart = new Map(checked.map((line) => [line.productId, line]));
  return lines.flatMap((line) => {
    const { problems = [], product } = byPart.get(line.productId) ?? {};
    const fixed = problems.reduce<BasketLine | undefined>(
      (so, problem) => so && fixedLine(so, problem, product),
      line,
    );
    return fixed ?? [];
  });
}
