#!/usr/bin/python3
"""Makes the fonts of the site from the whole ones in this folder. Needs Debian's fonttools and python3-brotli."""

from pathlib import Path
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

HERE = Path(__file__).parent
SITE = HERE / "../../web/assets/fonts"

# English and the names of western Europe. The browser sets everything else in a fallback font.
TEXT = {*range(0x20, 0x7F), *range(0xC0, 0x100), *map(ord, "\xa0¡¢£§©«®°²·»¼½¾¿Œœı–—‘’‚“”„•…‹›€™−↑↓")}


def main():
    besley = HERE / "besley-latin-wght-normal.woff2"
    sans = HERE / "instrument-sans-latin-wght-normal.woff2"
    save(instance(besley, 400), "besley-regular.woff2", ["kern", "liga", "calt"])
    # Stands for 500 and 600, which few and small texts have.
    save(instance(besley, 550), "besley-semibold.woff2", ["kern", "liga", "calt"])
    save(with_one_kerning(TTFont(sans)), "instrument-sans.woff2", ["kern", "liga", "tnum"])


def instance(file, weight):
    return instantiateVariableFont(TTFont(file), {"wght": weight}, overlap=False)


def with_one_kerning(font):
    """Kerns every weight like the regular one: a fifth of the file for a fifth of a pixel."""
    for lookup in font["GPOS"].table.LookupList.Lookup:
        for table in lookup.SubTable:
            pairs = getattr(table, "ExtSubTable", table)
            if pairs.LookupType == 2:
                pairs.ValueFormat1 &= 0xF
                for value in values_of(pairs):
                    vars(value).pop("XAdvDevice", None)
    return font


def values_of(pairs):
    by_glyph = [pair for glyph in getattr(pairs, "PairSet", []) for pair in glyph.PairValueRecord]
    by_class = [pair for row in getattr(pairs, "Class1Record", []) for pair in row.Class2Record]
    return [pair.Value1 for pair in by_glyph + by_class if pair.Value1]


def save(font, name, features):
    # The names that are kept are the copyright and the license.
    options = Options(layout_features=features, hinting=False, name_IDs=[0, 13, 14])
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=TEXT)
    subsetter.subset(font)
    font.flavor = "woff2"
    font.save(SITE / name)
    print(f"{name}: {(SITE / name).stat().st_size / 1000:.1f} kB")


main()
