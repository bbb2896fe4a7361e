"""Reads QR codes with a decoder that is not ours."""

import re

import zxingcpp

DARK, LIGHT = 0, 255
PIXELS = 4


def read(image):
    """The text of the one QR code in an image, which is rows of shades."""
    view = memoryview(bytes(shade for row in image for shade in row)).cast("B", (len(image), len(image[0])))
    found = zxingcpp.read_barcodes(
        view, formats=zxingcpp.BarcodeFormat.QRCode, try_invert=False, try_rotate=False, try_downscale=False
    )
    assert len(found) == 1, f"{len(found)} QR codes were found"
    return found[0].text


def read_path(size, path):
    """The text of the one in an SVG image of squares of one unit: its sides and its path."""
    assert re.fullmatch(r"(M\d+,\d+h1v1h-1z)+", path), path
    image = [[LIGHT] * (size * PIXELS) for _ in range(size * PIXELS)]
    for left, top in re.findall(r"M(\d+),(\d+)", path):
        for row in image[int(top) * PIXELS : (int(top) + 1) * PIXELS]:
            row[int(left) * PIXELS : (int(left) + 1) * PIXELS] = [DARK] * PIXELS
    return read(image)
