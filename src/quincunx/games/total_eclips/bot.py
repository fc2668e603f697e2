"""stub"""

from quincunx.core.bot import Bot


class EClipsBot(Bot):
    pass
