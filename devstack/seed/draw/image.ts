import { drawCable, cableView, type CableImage } from './kinds/cable.js';
import { drawCase, caseView, type CaseImage } from './kinds/case.js';
import { drawCooler, coolerView, type CoolerImage } from './kinds/cooler.js';
import { drawFan, fanView, type FanImage } from './kinds/fan.js';
import { drawGraphicsCard, graphicsCardView, type GraphicsCardImage } from './kinds/graphics-card.js';
import { drawHardDisk, hardDiskView, type HardDiskImage } from './kinds/hard-disk.js';
import { drawMemory, memoryView, type MemoryImage } from './kinds/memory.js';
import { drawMotherboard, motherboardView, type MotherboardImage } from './kinds/motherboard.js';
import { drawPowerSupply, powerSupplyView, type PowerSupplyImage } from './kinds/power-supply.js';
import { drawProcessor, processorView, type ProcessorImage } from './kinds/processor.js';
import { drawSsd, ssdView, type SsdImage } from './kinds/ssd.js';
import { drawUsbPorts, usbPortsView, type UsbPortsImage } from './kinds/usb-ports.js';
import type { Sketch } from './sketch.js';
import type { View } from './studio.js';

/** What a product looks like: its kind with the parameters its drawing needs. */
export type Image =
  | CableImage
  | CaseImage
  | CoolerImage
  | FanImage
  | GraphicsCardImage
  | HardDiskImage
  | MemoryImage
  | MotherboardImage
  | PowerSupplyImage
  | ProcessorImage
  | SsdImage
  | UsbPortsImage;

interface Drawing {
  view: View;
  draw: (s: Sketch) => void;
}

/** The camera and the drawing for an image. */
export const drawingOf = (p: Image): Drawing => {
  switch (p.kind) {
    case 'cable':
      return { view: cableView(), draw: (s) => drawCable(s, p) };
    case 'case':
      return { view: caseView(p), draw: (s) => drawCase(s, p) };
    case 'cooler':
      return { view: coolerView(p), draw: (s) => drawCooler(s, p) };
    case 'fan':
      return { view: fanView(p), draw: (s) => drawFan(s, p) };
    case 'graphics-card':
      return { view: graphicsCardView(), draw: (s) => drawGraphicsCard(s, p) };
    case 'hard-disk':
      return { view: hardDiskView(), draw: (s) => drawHardDisk(s, p) };
    case 'memory':
      return { view: memoryView(p), draw: (s) => drawMemory(s, p) };
    case 'motherboard':
      return { view: motherboardView(), draw: (s) => drawMotherboard(s, p) };
    case 'power-supply':
      return { view: powerSupplyView(), draw: (s) => drawPowerSupply(s, p) };
    case 'processor':
      return { view: processorView(), draw: (s) => drawProcessor(s, p) };
    case 'ssd':
      return { view: ssdView(p), draw: (s) => drawSsd(s, p) };
    case 'usb-ports':
      return { view: usbPortsView(p), draw: (s) => drawUsbPorts(s, p) };
    default:
      throw new Error(`nothing draws ${(p satisfies never as Image).kind}`);
  }
};
